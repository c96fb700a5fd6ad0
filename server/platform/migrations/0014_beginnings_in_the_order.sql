-- A bit for the first three letters of every word (after the four signs of its client) that begins with a letter: account.search.logic.ts asks for them.
CREATE FUNCTION search_bits(words tsvector) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  bits bigint := 0;
  word text;
BEGIN
  FOREACH word IN ARRAY tsvector_to_array(words) LOOP
    word := substr(word, 5, 3);
    IF word >= 'a' COLLATE "C" THEN bits := bits | (1::bigint << (hashtext(word) & 63)); END IF;
  END LOOP;
  RETURN bits;
END $$;--> statement-breakpoint
DROP INDEX "account_by_amount";--> statement-breakpoint
DROP INDEX "account_by_due";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "search_bits" bigint GENERATED ALWAYS AS (search_bits(search_words)) STORED;--> statement-breakpoint
CREATE INDEX "account_by_amount" ON "account" USING btree ("client_id","total_amount","account_id","currency","search_bits");--> statement-breakpoint
CREATE INDEX "account_by_due" ON "account" USING btree ("client_id","oldest_due_date","account_id","search_bits");