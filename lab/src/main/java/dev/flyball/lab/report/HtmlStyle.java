package dev.flyball.lab.report;

/** The style sheet of a page. */
final class HtmlStyle {

  static final String CSS =
      """
      :root{--paper:#fff;--text:#1f2328;--muted:#57606a;--line:#d8dee4;--soft:#f6f8fa;
      --good:#0a6b42;--bad:#a3330b}
      @media (prefers-color-scheme:dark){:root{--paper:#161b22;--text:#e6edf3;--muted:#9ba6b2;
      --line:#343c46;--soft:#1e252e;--good:#4fd6a0;--bad:#ff9a6c}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--paper);color:var(--text);line-height:1.5;
      font-family:system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif}
      main{max-width:80rem;margin:0 auto;padding:1.5rem .75rem 4rem}
      h1{font-size:1.7rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}
      h2{font-size:1.15rem;line-height:1.3;margin:2.25rem 0 .6rem;overflow-wrap:anywhere}
      p{max-width:44rem;margin:.6rem 0;overflow-wrap:anywhere}
      .summary{font-size:1.1rem;color:var(--muted)}
      .scroll{overflow-x:auto}
      .scroll:focus-visible{outline:2px solid var(--muted);outline-offset:2px}
      table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
      th,td{padding:.35rem .4rem;text-align:left;vertical-align:top;white-space:nowrap;
      border-bottom:1px solid var(--line)}
      th:first-child,td:first-child{padding-left:0}
      thead th{color:var(--muted);font-weight:600;vertical-align:bottom;white-space:normal}
      tbody th{font-weight:600}
      tbody .long{white-space:normal;min-width:12rem;overflow-wrap:anywhere}
      tbody tr:hover{background:var(--soft)}
      .number{text-align:right}
      .unit{font-weight:400;display:block}
      td.why{white-space:normal;min-width:14rem;color:var(--muted)}
      td.verdict{white-space:nowrap}
      .reproduced{color:var(--good)}
      .not-reproduced{color:var(--bad);font-weight:600}
      .not-comparable{color:var(--muted)}
      figure{margin:0}
      figcaption{color:var(--muted);font-size:.9rem;max-width:44rem;margin-top:.25rem}
      svg,img{display:block;max-width:100%;height:auto}
      .narrow{display:none}
      dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem;margin:0;
      font-size:.9rem}
      dt{color:var(--muted)}
      dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
      pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;
      padding:.7rem .9rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;margin:0}
      code{font-family:ui-monospace,'Cascadia Mono',Menlo,Consolas,'Noto Sans Mono',monospace}
      @media (max-width:640px){.wide{display:none}.narrow{display:block}
      .narrow svg{width:100%}h1{font-size:1.4rem}
      tbody th{white-space:normal;min-width:8rem}
      dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
      """;

  private HtmlStyle() {}
}
