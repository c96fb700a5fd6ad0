CREATE TABLE "landing_page_look" (
	"client_id" uuid NOT NULL,
	"landing_page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"look" text NOT NULL,
	"content" jsonb NOT NULL,
	"first_shown_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "landing_page_look_client_id_landing_page_id_version_look_pk" PRIMARY KEY("client_id","landing_page_id","version","look")
);
--> statement-breakpoint
ALTER TABLE "landing_page_look" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "landing_page_shown_look" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"landing_page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"locale" text NOT NULL,
	"look" text NOT NULL,
	"first_shown_at" timestamp (3) with time zone NOT NULL,
	"last_shown_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "landing_page_shown_look_client_id_account_id_landing_page_id_version_locale_look_pk" PRIMARY KEY("client_id","account_id","landing_page_id","version","locale","look")
);
--> statement-breakpoint
ALTER TABLE "landing_page_shown_look" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "landing_page_draft" ADD COLUMN "look" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "client_domain_of" ON "client_domain" USING btree ("domain");--> statement-breakpoint
CREATE POLICY "leads_to" ON "client_domain" AS PERMISSIVE FOR SELECT TO "quittance_identity" USING (state = 'verified');--> statement-breakpoint
CREATE POLICY "client_isolation" ON "landing_page_look" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "landing_page_shown_look" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));