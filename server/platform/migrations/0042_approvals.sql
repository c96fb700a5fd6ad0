CREATE TABLE "approval_request" (
	"client_id" uuid NOT NULL,
	"approval_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"act" jsonb NOT NULL,
	"claim_refs" text[] NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"idempotency_key" text NOT NULL,
	CONSTRAINT "approval_request_client_id_approval_id_pk" PRIMARY KEY("client_id","approval_id")
);
--> statement-breakpoint
ALTER TABLE "approval_request" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_idempotency" ON "approval_request" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "approval_status" ON "approval_request" USING btree ("client_id","status","requested_at");--> statement-breakpoint
CREATE INDEX "approval_account" ON "approval_request" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "approval_request" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));