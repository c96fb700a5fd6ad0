CREATE TABLE "event_erasure" (
	"client_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"digest" "bytea" NOT NULL,
	"erased_digest" "bytea" NOT NULL,
	CONSTRAINT "event_erasure_client_id_message_id_pk" PRIMARY KEY("client_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "event_erasure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "erasure" (
	"client_id" uuid NOT NULL,
	"erasure_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"before" timestamp (3) with time zone,
	"account_ids" uuid[] NOT NULL,
	"external_debtor_ref" text,
	"counts" jsonb NOT NULL,
	"user_id" uuid,
	"erased_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erasure_client_id_erasure_id_pk" PRIMARY KEY("client_id","erasure_id")
);
--> statement-breakpoint
ALTER TABLE "erasure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "legal_hold" (
	"client_id" uuid NOT NULL,
	"hold_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_debtor_ref" text,
	"reason" text NOT NULL,
	"until" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by" uuid,
	"release_reason" text,
	CONSTRAINT "legal_hold_client_id_hold_id_pk" PRIMARY KEY("client_id","hold_id")
);
--> statement-breakpoint
ALTER TABLE "legal_hold" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "personal_data_file" (
	"client_id" uuid NOT NULL,
	"data_file_id" uuid NOT NULL,
	"persons" jsonb NOT NULL,
	"locale" text NOT NULL,
	"status" text NOT NULL,
	"parts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_error" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "personal_data_file_client_id_data_file_id_pk" PRIMARY KEY("client_id","data_file_id")
);
--> statement-breakpoint
ALTER TABLE "personal_data_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_rule" (
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"months" integer NOT NULL,
	"from_year_end" boolean NOT NULL,
	"is_duty" boolean NOT NULL,
	"ground" text NOT NULL,
	"is_active" boolean NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "retention_rule_client_id_kind_pk" PRIMARY KEY("client_id","kind")
);
--> statement-breakpoint
ALTER TABLE "retention_rule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "event_erasure_notice" ON "event_erasure" USING btree ("client_id","notice_id");--> statement-breakpoint
CREATE INDEX "erasure_time" ON "erasure" USING btree ("client_id","erased_at" DESC NULLS LAST,"erasure_id");--> statement-breakpoint
CREATE INDEX "legal_hold_account" ON "legal_hold" USING btree ("client_id","account_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "personal_data_file_time" ON "personal_data_file" USING btree ("client_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "event_erasure" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "erasure" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "legal_hold" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "personal_data_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "retention_rule" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));