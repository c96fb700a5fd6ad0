CREATE TABLE "pool_browser" (
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pool_browser_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "pool_browser" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_try" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scope" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pool_try_user_id_kind_scope_place_pk" PRIMARY KEY("user_id","kind","scope","place")
);
--> statement-breakpoint
ALTER TABLE "pool_try" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal_act" (
	"client_id" uuid NOT NULL,
	"key" text NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_act_client_id_key_pk" PRIMARY KEY("client_id","key")
);
--> statement-breakpoint
ALTER TABLE "portal_act" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal_check" (
	"client_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"failed_tries" integer NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_check_client_id_subject_pk" PRIMARY KEY("client_id","subject")
);
--> statement-breakpoint
ALTER TABLE "portal_check" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "pool_browser_hash" ON "pool_browser" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "pool_try_touched" ON "pool_try" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "portal_act_account" ON "portal_act" USING btree ("client_id","account_id","kind","created_at");--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_browser" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_try" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "portal_act" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "portal_check" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));