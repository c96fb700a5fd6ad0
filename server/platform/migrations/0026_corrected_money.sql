-- What was imported with new claims had no other side.
UPDATE "ledger_entry" SET "contra" = 'bank' WHERE "kind" in ('payment', 'refund', 'chargeback') and "contra" = 'opening';--> statement-breakpoint
UPDATE "ledger_entry" SET "contra" = 'income:costs', "component" = 'costs' WHERE "kind" = 'fee' and "contra" = 'opening';--> statement-breakpoint
DROP INDEX "ledger_entry_money";--> statement-breakpoint
CREATE INDEX "ledger_entry_money" ON "ledger_entry" USING btree ("client_id","value_date","currency","amount","account_id") WHERE (kind in ('payment', 'refund', 'chargeback') or kind = 'correction' and contra = 'bank');