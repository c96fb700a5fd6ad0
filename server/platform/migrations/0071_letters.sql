CREATE TABLE "letter_preview" (
	"client_id" uuid NOT NULL,
	"preview_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "letter_preview_client_id_preview_id_pk" PRIMARY KEY("client_id","preview_id")
);
--> statement-breakpoint
ALTER TABLE "letter_preview" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "print_batch" (
	"client_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"day" date NOT NULL,
	"number" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"posted_at" timestamp (3) with time zone,
	"posted_by" text,
	CONSTRAINT "print_batch_client_id_batch_id_pk" PRIMARY KEY("client_id","batch_id")
);
--> statement-breakpoint
ALTER TABLE "print_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "print_batch_letter" (
	"client_id" uuid NOT NULL,
	"outbox_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"country" text NOT NULL,
	"postal_code" text NOT NULL,
	"recipient" text NOT NULL,
	CONSTRAINT "print_batch_letter_client_id_outbox_id_pk" PRIMARY KEY("client_id","outbox_id")
);
--> statement-breakpoint
ALTER TABLE "print_batch_letter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "debtor" ADD COLUMN "returned_address" jsonb;--> statement-breakpoint
CREATE INDEX "letter_preview_time" ON "letter_preview" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "print_batch_day" ON "print_batch" USING btree ("client_id","day","number");--> statement-breakpoint
CREATE UNIQUE INDEX "print_batch_open" ON "print_batch" USING btree ("client_id","day") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "print_batch_letter_batch" ON "print_batch_letter" USING btree ("client_id","batch_id");--> statement-breakpoint
CREATE INDEX "print_batch_letter_account" ON "print_batch_letter" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "letter_preview" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "print_batch" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "print_batch_letter" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));