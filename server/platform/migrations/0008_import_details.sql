ALTER TABLE "account" ADD COLUMN "import_digest" text;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "mapping_name" text;