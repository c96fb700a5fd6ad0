CREATE TABLE "partner_exchange" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"file_type" text DEFAULT 'csv' NOT NULL,
	"layout" jsonb,
	"mapping" jsonb,
	"server" jsonb,
	"secrets" text,
	"fingerprint" text,
	"folder_out" text DEFAULT '' NOT NULL,
	"folder_in" text DEFAULT '' NOT NULL,
	"fetches" boolean DEFAULT false NOT NULL,
	"books_itself" boolean DEFAULT false NOT NULL,
	"books_for" uuid,
	"public_key" text,
	"own_public_key" text,
	"own_private_key" text,
	"signs" boolean DEFAULT false NOT NULL,
	"daily_at" text,
	"next_file_at" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	"last_look_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"files_made" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "partner_exchange_client_id_partner_id_pk" PRIMARY KEY("client_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "partner_exchange" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_file" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"status" text NOT NULL,
	"file_type" text NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"new_count" integer DEFAULT 0 NOT NULL,
	"changed_count" integer DEFAULT 0 NOT NULL,
	"returned_count" integer DEFAULT 0 NOT NULL,
	"totals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"size" bigint,
	"sha256" text,
	"encrypted_id" uuid,
	"encrypted_size" bigint,
	"encrypted_sha256" text,
	"key_fingerprint" text,
	"is_sent_along" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"made_at" timestamp (3) with time zone,
	"fetched_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" uuid,
	"acknowledge_note" text,
	"last_error" jsonb,
	CONSTRAINT "partner_file_client_id_file_id_pk" PRIMARY KEY("client_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "partner_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_file_row" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"change" text NOT NULL,
	"digest" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "partner_file_row_client_id_file_id_external_claim_ref_pk" PRIMARY KEY("client_id","file_id","external_claim_ref")
);
--> statement-breakpoint
ALTER TABLE "partner_file_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_remote_file" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"modified" bigint NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"return_id" uuid,
	"words" jsonb,
	CONSTRAINT "partner_remote_file_client_id_partner_id_name_pk" PRIMARY KEY("client_id","partner_id","name")
);
--> statement-breakpoint
ALTER TABLE "partner_remote_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_return" (
	"client_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"source" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"was_encrypted" boolean DEFAULT false NOT NULL,
	"is_signed" boolean,
	"facts" jsonb NOT NULL,
	"mapping" jsonb,
	"status" text NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"summary" jsonb,
	"last_error" jsonb,
	"created_by" uuid,
	"booked_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "partner_return_client_id_return_id_pk" PRIMARY KEY("client_id","return_id")
);
--> statement-breakpoint
ALTER TABLE "partner_return" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_return_row" (
	"client_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid,
	"kind" text,
	"external_claim_ref" text,
	"reference" text,
	"row_key" text,
	"currency" text,
	"amount" bigint,
	"digest" text,
	"outcome" text NOT NULL,
	"words" jsonb,
	"cells" jsonb,
	CONSTRAINT "partner_return_row_client_id_return_id_row_number_pk" PRIMARY KEY("client_id","return_id","row_number")
);
--> statement-breakpoint
ALTER TABLE "partner_return_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "partner_exchange_file" ON "partner_exchange" USING btree ("client_id","next_file_at") WHERE next_file_at is not null;--> statement-breakpoint
CREATE INDEX "partner_exchange_look" ON "partner_exchange" USING btree ("client_id","next_look_at") WHERE next_look_at is not null;--> statement-breakpoint
CREATE INDEX "partner_file_partner" ON "partner_file" USING btree ("client_id","partner_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_file_name" ON "partner_file" USING btree ("client_id","partner_id","display_name") WHERE display_name <> '';--> statement-breakpoint
CREATE INDEX "partner_file_row_claim" ON "partner_file_row" USING btree ("client_id","partner_id","external_claim_ref","file_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "partner_return_partner" ON "partner_return" USING btree ("client_id","partner_id","return_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_return_content" ON "partner_return" USING btree ("client_id","partner_id","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_return_row_once" ON "partner_return_row" USING btree ("client_id","partner_id","row_key") WHERE outcome = 'booked';--> statement-breakpoint
CREATE INDEX "partner_return_row_account" ON "partner_return_row" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_exchange" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_file_row" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_remote_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_return" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_return_row" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));