ALTER TABLE "portal_setting" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_setting" ADD COLUMN "rules_revision" integer DEFAULT 1 NOT NULL;