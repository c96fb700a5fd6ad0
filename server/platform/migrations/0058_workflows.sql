CREATE TABLE "workflow" (
	"client_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"blueprint_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'inProgress' NOT NULL,
	"outcome_option" text,
	"outcome_notes" text,
	"request_key" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" text,
	"ended_at" timestamp (3) with time zone,
	"wake_at" timestamp (3) with time zone,
	CONSTRAINT "workflow_client_id_workflow_id_pk" PRIMARY KEY("client_id","workflow_id")
);
--> statement-breakpoint
ALTER TABLE "workflow" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_blueprint" (
	"client_id" uuid NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"name" text NOT NULL,
	"current_version" integer NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "workflow_blueprint_client_id_blueprint_id_pk" PRIMARY KEY("client_id","blueprint_id")
);
--> statement-breakpoint
ALTER TABLE "workflow_blueprint" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_blueprint_version" (
	"client_id" uuid NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"phases" jsonb NOT NULL,
	"outcomes" text[] NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text,
	CONSTRAINT "workflow_blueprint_version_client_id_blueprint_id_version_pk" PRIMARY KEY("client_id","blueprint_id","version")
);
--> statement-breakpoint
ALTER TABLE "workflow_blueprint_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_step" (
	"client_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"phase" smallint NOT NULL,
	"position" smallint NOT NULL,
	"step_order" smallint NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"assigned_user_id" uuid,
	"assigned_role" text,
	"task_id" uuid,
	"outbox_id" uuid,
	"why" jsonb,
	"started_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"overdue_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"completed_by" uuid,
	"completed_role" text,
	"notes" text DEFAULT '' NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "workflow_step_client_id_workflow_id_step_id_pk" PRIMARY KEY("client_id","workflow_id","step_id")
);
--> statement-breakpoint
ALTER TABLE "workflow_step" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "workflow_account" ON "workflow" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "workflow_due" ON "workflow" USING btree ("client_id","wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_request" ON "workflow" USING btree ("client_id","request_key") WHERE request_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_blueprint_name" ON "workflow_blueprint" USING btree ("client_id",lower(name)) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "workflow_step_active" ON "workflow_step" USING btree ("client_id","account_id") WHERE status = 'inProgress';--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_step_task" ON "workflow_step" USING btree ("client_id","task_id") WHERE task_id is not null;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "workflow" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "workflow_blueprint" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "workflow_blueprint_version" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "workflow_step" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));