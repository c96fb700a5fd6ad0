ALTER TABLE "portal_setting" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "portal_setting" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "portal_setting" ADD COLUMN "complaints_url" text;--> statement-breakpoint
ALTER TABLE "portal_setting" ADD COLUMN "privacy_url" text;