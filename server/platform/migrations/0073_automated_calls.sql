CREATE TABLE "automated_call" (
	"client_id" uuid NOT NULL,
	"outbox_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"answered_by" text,
	"keys" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text,
	"seconds" integer,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automated_call_client_id_outbox_id_pk" PRIMARY KEY("client_id","outbox_id")
);
--> statement-breakpoint
ALTER TABLE "automated_call" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "media" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "unmatched_message" ADD COLUMN "media" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "automated_call_account" ON "automated_call" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "automated_call" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
DROP VIEW "published"."debtor";--> statement-breakpoint
CREATE VIEW "published"."debtor" WITH (security_invoker = true) AS (select client_id, account_id, debtor_id, external_debtor_ref, position, title, first_name, middle_name, last_name, company_name, birthday, iban_digest from debtor);--> statement-breakpoint
-- How calls ended stood with what they said.
-- in batches
INSERT INTO "automated_call" ("client_id", "outbox_id", "account_id", "result", "seconds", "created_at")
SELECT c."client_id", c."outbox_id", c."account_id", c."call" ->> 'result', (c."call" ->> 'seconds')::int, c."created_at" FROM "communication" c
WHERE c."call" ->> 'result' IS NOT NULL AND c."outbox_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "automated_call" a WHERE a."client_id" = c."client_id" AND a."outbox_id" = c."outbox_id")
LIMIT 1000;
