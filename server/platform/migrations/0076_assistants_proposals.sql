CREATE TABLE "api_proposal" (
	"client_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"input" jsonb NOT NULL,
	"digest" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"account_id" uuid,
	"external_claim_ref" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"note" text,
	CONSTRAINT "api_proposal_client_id_proposal_id_pk" PRIMARY KEY("client_id","proposal_id")
);
--> statement-breakpoint
ALTER TABLE "api_proposal" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "api_proposal_open" ON "api_proposal" USING btree ("client_id","proposal_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "api_proposal_account" ON "api_proposal" USING btree ("client_id","account_id","proposal_id");--> statement-breakpoint
CREATE INDEX "api_proposal_key" ON "api_proposal" USING btree ("client_id","key_id","proposal_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_proposal" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));