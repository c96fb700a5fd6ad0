ALTER TABLE "case_task" ADD COLUMN "matter" text;--> statement-breakpoint
ALTER TABLE "case_task" ADD COLUMN "matter_values" jsonb DEFAULT '{}'::jsonb NOT NULL;