-- The statements of the five transactions, each behind its name.

-- tax of warehouse
SELECT w_tax FROM warehouse WHERE w_id = ?;

-- discount of customer
SELECT c_discount, c_last, c_credit FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?;

-- add order
INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt) VALUES (?, ?, ?, ?,
  NOW(), ?);

-- add new order
INSERT INTO new_order VALUES (?, ?, ?);

-- next order
SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE;

-- count order
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?;

-- item
SELECT i_price, i_name, i_data FROM item WHERE i_id = ?;

-- stock
SELECT s_quantity, s_data, s_dist FROM stock WHERE s_w_id = ? AND s_i_id = ? FOR UPDATE;

-- take from stock
UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1 WHERE s_w_id =
  ? AND s_i_id = ?;

-- add line
INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?, NULL);

-- pay warehouse
UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?;

-- name of warehouse
SELECT w_name FROM warehouse WHERE w_id = ?;

-- pay district
UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?;

-- name of district
SELECT d_name FROM district WHERE d_w_id = ? AND d_id = ?;

-- paying customer
SELECT c_last, c_credit, c_balance, c_data FROM customer WHERE c_w_id = ? AND c_d_id = ? AND
  c_id = ? FOR UPDATE;

-- pay
UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, c_payment_cnt
  = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?;

-- remember payment
INSERT INTO history (h_w_id, h_d_id, h_c_id, h_amount, h_date) VALUES (?, ?, ?, ?, NOW());

-- balance of customer
SELECT c_balance, c_last FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?;

-- last order
SELECT o_id, o_carrier_id, o_entry_d FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?
  ORDER BY o_id DESC LIMIT 1;

-- lines of order
SELECT ol_i_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line WHERE ol_w_id = ? AND
  ol_d_id = ? AND ol_o_id = ?;

-- oldest new order
SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id LIMIT 1 FOR
  UPDATE;

-- deliver
DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?;

-- customer of order
SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?;

-- carry order
UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?;

-- deliver lines
UPDATE order_line SET ol_delivery_d = NOW() WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?;

-- amount of order
SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?;

-- charge customer
UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id
  = ? AND c_d_id = ? AND c_id = ?;

-- last order number
SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?;

-- low stock
SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock ON s_w_id = ol_w_id AND s_i_id =
  ol_i_id WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id BETWEEN ? AND ? AND s_quantity < ?;
