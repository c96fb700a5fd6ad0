-- The fields that a client's configuration declared become fields of its metadata schemas, which have been the only source since.
-- A field that both declare stays as the schema has it; where their types contradict each other, or the configuration says what no schema can,
-- the field is a text. client.meta_fields stays as it was, for the release before.
DO $$
DECLARE
  declared record;
  field record;
  made jsonb;
  known jsonb;
  fields jsonb;
  names jsonb;
  said text;
  kind text;
BEGIN
  FOR declared IN
    SELECT c.client_id, owner.key AS schema_type, owner.value AS fields, m.schema
    FROM client c
    CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(c.meta_fields) = 'object' THEN c.meta_fields ELSE '{}' END) AS owner
    LEFT JOIN metadata_schema m ON m.client_id = c.client_id AND m.schema_type = owner.key
    WHERE owner.key IN ('account', 'claim', 'product') AND jsonb_typeof(owner.value) = 'object'
  LOOP
    fields := coalesce(declared.schema -> 'properties', '{}');
    names := coalesce(declared.schema -> 'order', '[]');
    FOR field IN SELECT key, value FROM jsonb_each(declared.fields) WHERE key ~ '^[A-Za-z][A-Za-z0-9_-]{0,59}$'
      AND key NOT IN ('constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf')
    LOOP
      said := CASE WHEN jsonb_typeof(field.value) = 'string' THEN field.value #>> '{}'
        WHEN jsonb_typeof(field.value -> 'type') = 'string' THEN field.value ->> 'type' END;
      kind := CASE upper(said) WHEN 'NUMBER' THEN 'number' WHEN 'INTEGER' THEN 'number' WHEN 'CURRENCY' THEN 'number'
        WHEN 'BOOLEAN' THEN 'boolean' WHEN 'ARRAY' THEN 'array' WHEN 'OBJECT' THEN 'object' ELSE 'string' END;
      made := jsonb_build_object('type', kind);
      IF jsonb_typeof(field.value -> 'title') = 'string' AND length(field.value ->> 'title') BETWEEN 1 AND 200 THEN
        made := made || jsonb_build_object('title', field.value -> 'title');
      END IF;
      IF kind = 'string' AND (upper(said) = 'DATE' OR lower(field.value ->> 'format') = 'date') THEN
        made := made || '{"format": "DATE"}';
      ELSIF kind = 'number' AND (upper(said) = 'CURRENCY' OR field.value ->> 'format' = 'CURRENCY') THEN
        made := made || '{"format": "CURRENCY"}';
      END IF;
      IF kind = 'number' THEN
        IF jsonb_typeof(field.value -> 'minimum') = 'number' THEN made := made || jsonb_build_object('mininum', field.value -> 'minimum'); END IF;
        IF jsonb_typeof(field.value -> 'maximum') = 'number' THEN made := made || jsonb_build_object('maximum', field.value -> 'maximum'); END IF;
      ELSIF kind = 'string' THEN
        IF field.value ->> 'minLength' ~ '^[0-9]{1,4}$' THEN made := made || jsonb_build_object('minLength', (field.value ->> 'minLength')::int); END IF;
        IF field.value ->> 'maxLength' ~ '^[0-9]{1,4}$' THEN made := made || jsonb_build_object('maxLength', (field.value ->> 'maxLength')::int); END IF;
        IF jsonb_typeof(field.value -> 'pattern') = 'string' AND length(field.value ->> 'pattern') BETWEEN 1 AND 200 THEN
          made := made || jsonb_build_object('pattern', field.value -> 'pattern');
        END IF;
        IF jsonb_typeof(field.value -> 'enum') = 'array' AND jsonb_array_length(field.value -> 'enum') BETWEEN 1 AND 500
          AND NOT EXISTS (SELECT FROM jsonb_array_elements(field.value -> 'enum') one
            WHERE jsonb_typeof(one) <> 'string' OR length(one #>> '{}') NOT BETWEEN 1 AND 200) THEN
          made := made || jsonb_build_object('enum', (SELECT jsonb_agg(DISTINCT one) FROM jsonb_array_elements(field.value -> 'enum') one));
        END IF;
      ELSIF kind = 'array' THEN
        IF field.value #>> '{items,type}' IN ('number', 'integer', 'boolean') THEN
          made := made || jsonb_build_object('items', jsonb_build_object('type', replace(field.value #>> '{items,type}', 'integer', 'number')));
        END IF;
      END IF;
      IF fields ? field.key THEN
        known := fields -> field.key;
        IF known ->> 'type' <> kind THEN
          known := jsonb_strip_nulls(jsonb_build_object('type', 'string', 'title', known -> 'title', 'searchable', known -> 'searchable', 'editable', known -> 'editable'));
        END IF;
        fields := fields || jsonb_build_object(field.key, known);
      ELSE
        fields := fields || jsonb_build_object(field.key, made);
        names := names || to_jsonb(field.key);
      END IF;
    END LOOP;
    IF fields IS DISTINCT FROM coalesce(declared.schema -> 'properties', '{}') THEN
      INSERT INTO metadata_schema (client_id, schema_type, schema, updated_at)
      VALUES (declared.client_id, declared.schema_type, jsonb_build_object('type', 'object', 'properties', fields, 'order', names), now())
      ON CONFLICT (client_id, schema_type) DO UPDATE
      SET schema = excluded.schema, revision = metadata_schema.revision + 1, updated_at = excluded.updated_at;
    END IF;
  END LOOP;
END $$;
