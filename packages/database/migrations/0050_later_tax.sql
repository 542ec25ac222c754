-- The class by which a line is taxed from a day on, known when it was ordered: its document has the class of its own day.
alter table order_line add column later_tax jsonb;
