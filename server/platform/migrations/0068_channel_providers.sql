ALTER TABLE "contact_setting" ADD COLUMN "whatsapp_provider" jsonb;--> statement-breakpoint
ALTER TABLE "contact_setting" ADD COLUMN "letter_provider" jsonb;--> statement-breakpoint
ALTER TABLE "contact_setting" ADD COLUMN "phone_provider" jsonb;--> statement-breakpoint
-- A client's own contact hours bound text messages: WhatsApp reaches the same telephone at the same moment.
-- in batches
UPDATE "contact_setting" SET "gate_rules" = jsonb_set("gate_rules", '{hoursApplyTo}', "gate_rules" -> 'hoursApplyTo' || '["whatsapp"]')
WHERE "client_id" IN (
  SELECT "client_id" FROM "contact_setting"
  WHERE "gate_rules" -> 'hoursApplyTo' ? 'sms' AND NOT "gate_rules" -> 'hoursApplyTo' ? 'whatsapp'
  LIMIT 1000
);
