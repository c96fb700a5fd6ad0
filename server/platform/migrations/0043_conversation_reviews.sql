CREATE TABLE "conversation_review" (
	"client_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"user_id" uuid NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"answers" jsonb NOT NULL,
	"score" integer,
	"failed" text[] DEFAULT '{}' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"reviewed_by" uuid NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "conversation_review_client_id_conversation_id_pk" PRIMARY KEY("client_id","conversation_id")
);
--> statement-breakpoint
ALTER TABLE "conversation_review" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "conversation_review_at" ON "conversation_review" USING btree ("client_id","reviewed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_review_account" ON "conversation_review" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "conversation_review" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));