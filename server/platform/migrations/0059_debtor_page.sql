CREATE TABLE "assessment_request" (
	"client_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "assessment_request_client_id_request_key_pk" PRIMARY KEY("client_id","request_key")
);
--> statement-breakpoint
ALTER TABLE "assessment_request" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "debtor_callback_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "debtor_text_feedback_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "terms" jsonb;--> statement-breakpoint
CREATE INDEX "assessment_request_account" ON "assessment_request" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "assessment_request" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));