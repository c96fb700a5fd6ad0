CREATE TABLE "client_domain" (
	"client_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"is_default" boolean NOT NULL,
	"token" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"found" jsonb,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_domain_client_id_domain_pk" PRIMARY KEY("client_id","domain")
);
--> statement-breakpoint
ALTER TABLE "client_domain" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tiny_link" ADD COLUMN "opens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tiny_link" ADD COLUMN "domain" text;--> statement-breakpoint
ALTER TABLE "tiny_link" ADD COLUMN "viewer_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "client_domain_default" ON "client_domain" USING btree ("client_id") WHERE is_default;--> statement-breakpoint
CREATE VIEW "published"."client_domain" WITH (security_invoker = true) AS (select client_id, domain from client_domain);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "client_domain" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));