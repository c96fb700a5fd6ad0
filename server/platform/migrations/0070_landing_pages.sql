CREATE TABLE "landing_page" (
	"client_id" uuid NOT NULL,
	"landing_page_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"type" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"content" jsonb NOT NULL,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "landing_page_client_id_landing_page_id_pk" PRIMARY KEY("client_id","landing_page_id")
);
--> statement-breakpoint
ALTER TABLE "landing_page" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "landing_page_draft" (
	"client_id" uuid NOT NULL,
	"draft_id" uuid NOT NULL,
	"code_digest" text,
	"link_id" uuid,
	"type" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "landing_page_draft_client_id_draft_id_pk" PRIMARY KEY("client_id","draft_id")
);
--> statement-breakpoint
ALTER TABLE "landing_page_draft" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "landing_page_shown" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"landing_page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"locale" text NOT NULL,
	"tested_page_id" uuid,
	"first_shown_at" timestamp (3) with time zone NOT NULL,
	"last_shown_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "landing_page_shown_client_id_account_id_landing_page_id_version_locale_pk" PRIMARY KEY("client_id","account_id","landing_page_id","version","locale")
);
--> statement-breakpoint
ALTER TABLE "landing_page_shown" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "landing_page_version" (
	"client_id" uuid NOT NULL,
	"landing_page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"display_name" text NOT NULL,
	"content" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text,
	CONSTRAINT "landing_page_version_client_id_landing_page_id_version_pk" PRIMARY KEY("client_id","landing_page_id","version")
);
--> statement-breakpoint
ALTER TABLE "landing_page_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "landing_page_name" ON "landing_page" USING btree ("client_id",lower(display_name));--> statement-breakpoint
CREATE UNIQUE INDEX "landing_page_default" ON "landing_page" USING btree ("client_id","type") WHERE is_default;--> statement-breakpoint
CREATE UNIQUE INDEX "landing_page_draft_code" ON "landing_page_draft" USING btree ("client_id","code_digest");--> statement-breakpoint
CREATE INDEX "landing_page_draft_link" ON "landing_page_draft" USING btree ("client_id","link_id");--> statement-breakpoint
CREATE INDEX "landing_page_shown_tested" ON "landing_page_shown" USING btree ("client_id","tested_page_id","landing_page_id") WHERE tested_page_id is not null;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "landing_page" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "landing_page_draft" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "landing_page_shown" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "landing_page_version" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));