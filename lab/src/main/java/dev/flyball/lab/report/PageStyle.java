package dev.flyball.lab.report;

import dev.flyball.lab.report.chart.Drawing;
import dev.flyball.lab.report.chart.Tone;

/** The style sheet of a page. */
final class PageStyle {

  /** Its rules, all of whose colours are tones. */
  private static final String RULES =
      """
      *{box-sizing:border-box}
      body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.45 FONTS}
      main{max-width:77rem;margin:0 auto;padding:1.5rem 1rem 4rem}
      h1{font-size:1.6rem;line-height:1.2;margin:0 0 .6rem;overflow-wrap:anywhere}
      h2{font-size:1.15rem;line-height:1.3;margin:2.25rem 0 .6rem;overflow-wrap:anywhere}
      p{max-width:46rem;margin:.6rem 0;overflow-wrap:anywhere}
      .verdict{font-size:1.2rem;font-weight:600;line-height:1.4}
      .banner{border:1px solid var(--bad);border-left-width:6px;border-radius:6px;
      background:var(--ground);padding:.6rem .9rem;margin:.8rem 0}
      .banner strong{color:var(--bad)}
      .banner ul{margin:.3rem 0 0;padding-left:1.2rem;overflow-wrap:anywhere}
      .scroll{overflow-x:auto;background:
      linear-gradient(to right,var(--paper) 50%,transparent) left/3rem 100% no-repeat local,
      linear-gradient(to left,var(--paper) 50%,transparent) right/3rem 100% no-repeat local,
      linear-gradient(to right,var(--line),transparent) left/.6rem 100% no-repeat scroll,
      linear-gradient(to left,var(--line),transparent) right/.6rem 100% no-repeat scroll}
      .scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
      table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
      th,td{padding:.35rem .4rem;text-align:left;vertical-align:top;white-space:nowrap;
      border-bottom:1px solid var(--line)}
      thead th{color:var(--faint);font-weight:600;vertical-align:bottom;white-space:normal}
      tbody th{font-weight:normal}
      tbody .long{white-space:normal;min-width:12rem;overflow-wrap:anywhere}
      tbody tr:hover,tr.marked{background:var(--ground)}
      tr.marked>*{font-weight:700}
      tr.marked>:first-child{box-shadow:inset 4px 0 0 var(--accent);padding-left:.7rem}
      th.number,td.number{text-align:right}
      .unit{font-weight:400;display:block}
      td.why{white-space:normal;min-width:14rem;color:var(--faint)}
      .good{color:var(--good)}
      .bad{color:var(--bad);font-weight:600}
      .open{color:var(--faint)}
      figure{margin:0}
      figcaption{color:var(--faint);font-size:.92rem;max-width:46rem;margin-top:.25rem}
      svg{display:block;width:100%;height:auto}
      img{display:block;max-width:100%;height:auto}
      .middle,.narrow{display:none}
      dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem;margin:0}
      dt{color:var(--faint)}
      dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
      pre{background:var(--ground);border:1px solid var(--line);border-radius:6px;
      padding:.7rem .9rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.88rem;margin:0}
      code{font-family:ui-monospace,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
      @media (max-width:1000px){.wide{display:none}.middle{display:block}}
      @media (max-width:640px){.middle{display:none}.narrow{display:block}
      main{padding:1rem 1rem 3rem}h1{font-size:1.35rem}.verdict{font-size:1.1rem}
      tbody th{white-space:normal;min-width:8rem}
      dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
      """
          .replace("FONTS", Tone.FONTS);

  private PageStyle() {}

  static String css() {
    return Tone.variables() + RULES + Drawing.css();
  }
}
