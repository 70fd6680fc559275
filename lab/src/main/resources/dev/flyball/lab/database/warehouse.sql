-- One warehouse more, whose number stands for ?.
INSERT INTO warehouse VALUES (?, 'flyball', RAND() * 20, 300000);
INSERT INTO district SELECT ?, d.seq, 'district', RAND() * 20, 30000, 301
  FROM seq_1_to_10 AS d;
INSERT INTO customer SELECT ?, d.seq, c.seq, CONCAT('name', c.seq MOD 100),
  IF(RAND() < 0.1, 'BC', 'GC'), RAND() * 50, -10, 10, 1, 0, REPEAT(CHAR(97 + RAND() * 25), 400)
  FROM seq_1_to_10 AS d JOIN seq_1_to_300 AS c;
INSERT INTO stock SELECT ?, seq, 10 + RAND() * 90, 0, 0, REPEAT('s', 24),
  REPEAT(CHAR(97 + RAND() * 25), 40) FROM seq_1_to_10000;
INSERT INTO orders SELECT ?, d.seq, c.seq, 1 + (c.seq * 37) MOD 300, NOW(), 1 + RAND() * 9, 10
  FROM seq_1_to_10 AS d JOIN seq_1_to_300 AS c;
INSERT INTO new_order SELECT ?, d.seq, c.seq FROM seq_1_to_10 AS d JOIN seq_1_to_300 AS c
  WHERE c.seq > 210;
INSERT INTO order_line SELECT ?, d.seq, c.seq, l.seq, 1 + FLOOR(RAND() * 10000), 5,
  RAND() * 9999, NOW()
  FROM seq_1_to_10 AS d JOIN seq_1_to_300 AS c JOIN seq_1_to_10 AS l;
