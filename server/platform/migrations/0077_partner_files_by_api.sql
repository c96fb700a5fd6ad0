CREATE TABLE "partner_file_attachment" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"attachment_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	CONSTRAINT "partner_file_attachment_pk" PRIMARY KEY("client_id","file_id","external_claim_ref","attachment_id")
);
--> statement-breakpoint
ALTER TABLE "partner_file_attachment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "partner_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_file" ADD COLUMN "attachment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_file" ADD COLUMN "acknowledged_with" text;--> statement-breakpoint
ALTER TABLE "partner_return" ADD COLUMN "handed_in_with" text;--> statement-breakpoint
ALTER TABLE "partner_return" ADD COLUMN "is_booked_by_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "partner_file_attachment_claim" ON "partner_file_attachment" USING btree ("client_id","partner_id","external_claim_ref");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_file_attachment" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));