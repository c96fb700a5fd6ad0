ALTER TABLE "bulk_action" ADD COLUMN "error_words" jsonb;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "error_words" jsonb;