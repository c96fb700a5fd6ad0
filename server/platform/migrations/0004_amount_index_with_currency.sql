DROP INDEX "account_by_amount";--> statement-breakpoint
CREATE INDEX "account_by_amount" ON "account" USING btree ("client_id","total_amount","account_id","currency");