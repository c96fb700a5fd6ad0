DROP INDEX "ledger_entry_key";--> statement-breakpoint
DROP INDEX "ledger_entry_claim";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_client_id_entry_id_pk";--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_client_id_key_pk" PRIMARY KEY("client_id","key");