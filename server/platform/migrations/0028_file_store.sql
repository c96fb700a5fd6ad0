CREATE TABLE "file_store" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mark" text NOT NULL,
	"is_marked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "file_store_only" CHECK (is_only)
);
--> statement-breakpoint
ALTER TABLE "file_store" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "processes" ON "file_store" AS PERMISSIVE FOR ALL TO "quittance_app" USING (true) WITH CHECK (true);