ALTER TABLE "communication" ADD COLUMN "media" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "unmatched_message" ADD COLUMN "media" jsonb DEFAULT '[]'::jsonb NOT NULL;