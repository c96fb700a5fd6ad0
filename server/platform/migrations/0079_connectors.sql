CREATE TABLE "accounting_batch" (
	"client_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"number" integer,
	"status" text NOT NULL,
	"reverses_batch_id" uuid,
	"from_day" date,
	"until_day" date NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"chart" jsonb,
	"sums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"delivery_error" jsonb,
	CONSTRAINT "accounting_batch_client_id_batch_id_pk" PRIMARY KEY("client_id","batch_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_entry" (
	"client_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "accounting_entry_client_id_entry_id_pk" PRIMARY KEY("client_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_part" (
	"client_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"file_number" integer NOT NULL,
	"part_number" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "accounting_part_client_id_batch_id_file_number_part_number_pk" PRIMARY KEY("client_id","batch_id","file_number","part_number")
);
--> statement-breakpoint
ALTER TABLE "accounting_part" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_setting" (
	"client_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text,
	"fingerprint" text,
	"last_number" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "accounting_setting_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_watch" (
	"client_id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"kind" text NOT NULL,
	"folder" text NOT NULL,
	"host" text,
	"port" integer,
	"username" text,
	"secrets" text,
	"fingerprint" text,
	"pattern" text NOT NULL,
	"marker" text,
	"mapping_id" uuid NOT NULL,
	"every_minutes" integer,
	"times" text[] NOT NULL,
	"working_days" boolean NOT NULL,
	"is_moved" boolean NOT NULL,
	"confirm" text NOT NULL,
	"most_rejected" integer NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	"last_look_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"away_since" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "import_watch_client_id_watch_id_pk" PRIMARY KEY("client_id","watch_id")
);
--> statement-breakpoint
ALTER TABLE "import_watch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_watch_file" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"modified" text NOT NULL,
	"state" text NOT NULL,
	"sha256" text,
	"import_id" uuid,
	"reason" jsonb,
	"stays_put" boolean DEFAULT true NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "import_watch_file_client_id_file_id_pk" PRIMARY KEY("client_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "import_watch_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_watch_look" (
	"client_id" uuid NOT NULL,
	"look_id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"user_id" uuid,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"found" integer NOT NULL,
	"fresh" integer NOT NULL,
	"taken" integer NOT NULL,
	"moved" integer NOT NULL,
	"error" jsonb,
	CONSTRAINT "import_watch_look_client_id_look_id_pk" PRIMARY KEY("client_id","look_id")
);
--> statement-breakpoint
ALTER TABLE "import_watch_look" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_batch_number" ON "accounting_batch" USING btree ("client_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_batch_reverses" ON "accounting_batch" USING btree ("client_id","reverses_batch_id") WHERE reverses_batch_id is not null and status <> 'failed';--> statement-breakpoint
CREATE INDEX "accounting_batch_time" ON "accounting_batch" USING btree ("client_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "accounting_entry_batch" ON "accounting_entry" USING btree ("client_id","batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "import_watch_name" ON "import_watch" USING btree ("client_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "import_watch_file_once" ON "import_watch_file" USING btree ("client_id","watch_id","name","size_bytes","modified");--> statement-breakpoint
CREATE INDEX "import_watch_file_time" ON "import_watch_file" USING btree ("client_id","watch_id","found_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_watch_file_open" ON "import_watch_file" USING btree ("client_id","watch_id") WHERE state not in ('done', 'failed', 'repeated');--> statement-breakpoint
CREATE INDEX "import_watch_file_import" ON "import_watch_file" USING btree ("client_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "import_watch_look_time" ON "import_watch_look" USING btree ("client_id","watch_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_batch" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_entry" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_part" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_setting" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_watch" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_watch_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_watch_look" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));