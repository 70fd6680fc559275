-- The tables of the order entry load, after TPC-C but smaller: ten districts of 300 customers for
-- each warehouse, and 10,000 items.
DROP TABLE IF EXISTS warehouse, district, customer, history, item, stock, orders, new_order,
  order_line;
CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_name VARCHAR(10), w_tax INT,
  w_ytd DECIMAL(12, 2)) ENGINE = InnoDB;
CREATE TABLE district (d_w_id INT, d_id INT, d_name VARCHAR(10), d_tax INT,
  d_ytd DECIMAL(12, 2), d_next_o_id INT, PRIMARY KEY (d_w_id, d_id)) ENGINE = InnoDB;
CREATE TABLE customer (c_w_id INT, c_d_id INT, c_id INT, c_last VARCHAR(16),
  c_credit CHAR(2), c_discount INT, c_balance DECIMAL(12, 2),
  c_ytd_payment DECIMAL(12, 2), c_payment_cnt INT, c_delivery_cnt INT,
  c_data VARCHAR(500), PRIMARY KEY (c_w_id, c_d_id, c_id)) ENGINE = InnoDB;
CREATE TABLE history (h_id BIGINT AUTO_INCREMENT PRIMARY KEY, h_w_id INT, h_d_id INT,
  h_c_id INT, h_amount INT, h_date DATETIME) ENGINE = InnoDB;
CREATE TABLE item (i_id INT PRIMARY KEY, i_name VARCHAR(24), i_price INT,
  i_data VARCHAR(50)) ENGINE = InnoDB;
CREATE TABLE stock (s_w_id INT, s_i_id INT, s_quantity INT, s_ytd INT, s_order_cnt INT,
  s_dist CHAR(24), s_data VARCHAR(50), PRIMARY KEY (s_w_id, s_i_id)) ENGINE = InnoDB;
CREATE TABLE orders (o_w_id INT, o_d_id INT, o_id INT, o_c_id INT, o_entry_d DATETIME,
  o_carrier_id INT, o_ol_cnt INT, PRIMARY KEY (o_w_id, o_d_id, o_id),
  KEY o_customer (o_w_id, o_d_id, o_c_id, o_id)) ENGINE = InnoDB;
CREATE TABLE new_order (no_w_id INT, no_d_id INT, no_o_id INT,
  PRIMARY KEY (no_w_id, no_d_id, no_o_id)) ENGINE = InnoDB;
CREATE TABLE order_line (ol_w_id INT, ol_d_id INT, ol_o_id INT, ol_number INT,
  ol_i_id INT, ol_quantity INT, ol_amount INT, ol_delivery_d DATETIME,
  PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)) ENGINE = InnoDB;
INSERT INTO item SELECT seq, CONCAT('item ', seq), 1 + RAND() * 9999,
  REPEAT(CHAR(97 + RAND() * 25), 40) FROM seq_1_to_10000;
