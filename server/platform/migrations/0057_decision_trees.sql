CREATE TABLE "decision_tree" (
	"client_id" uuid NOT NULL,
	"tree_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "decision_tree_client_id_tree_id_pk" PRIMARY KEY("client_id","tree_id")
);
--> statement-breakpoint
ALTER TABLE "decision_tree" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "decision_tree_version" (
	"client_id" uuid NOT NULL,
	"tree_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"tree" jsonb NOT NULL,
	"node_count" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text,
	CONSTRAINT "decision_tree_version_client_id_tree_id_version_pk" PRIMARY KEY("client_id","tree_id","version")
);
--> statement-breakpoint
ALTER TABLE "decision_tree_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_tree_name" ON "decision_tree" USING btree ("client_id",lower(name)) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_tree_one_live" ON "decision_tree_version" USING btree ("client_id","tree_id") WHERE status = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "decision_tree_one_draft" ON "decision_tree_version" USING btree ("client_id","tree_id") WHERE status = 'draft';--> statement-breakpoint
CREATE POLICY "client_isolation" ON "decision_tree" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "decision_tree_version" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));