ALTER TABLE "communication" ADD COLUMN "provider_ref" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "rendered" jsonb;