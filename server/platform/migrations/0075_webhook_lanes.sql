DROP INDEX CONCURRENTLY IF EXISTS "webhook_queue_due";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_queue_due" ON "webhook_queue" USING btree ("client_id","endpoint_id","due_at") WHERE due_at > '-infinity';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_client_id_message_id_endpoint_id_pk" ON "webhook_delivery" USING btree ("client_id","message_id","endpoint_id");--> statement-breakpoint
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_client_id_endpoint_id_message_id_pk", ADD CONSTRAINT "webhook_delivery_client_id_message_id_endpoint_id_pk" PRIMARY KEY USING INDEX "webhook_delivery_client_id_message_id_endpoint_id_pk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "webhook_queue_client_id_lane_endpoint_id_pk" ON "webhook_queue" USING btree ("client_id","lane","endpoint_id");--> statement-breakpoint
ALTER TABLE "webhook_queue" DROP CONSTRAINT "webhook_queue_client_id_endpoint_id_lane_pk", ADD CONSTRAINT "webhook_queue_client_id_lane_endpoint_id_pk" PRIMARY KEY USING INDEX "webhook_queue_client_id_lane_endpoint_id_pk";
