CREATE TABLE "unmatched_message" (
	"client_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"reference" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"excerpt" text NOT NULL,
	"source" "bytea",
	"received_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"account_id" uuid,
	CONSTRAINT "unmatched_message_client_id_message_id_pk" PRIMARY KEY("client_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "unmatched_message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "unmatched_message_waiting" ON "unmatched_message" USING btree ("client_id","received_at") WHERE settled_at is null;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "unmatched_message" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));