DROP INDEX "account_search";--> statement-breakpoint
CREATE INDEX "account_search" ON "account" USING gin ("search_words");