-- The newest conversations of a new staff account enter the team inbox at once. An account with more, such as one that a
-- marketplace has used for years, gets an operation for the others: one statement for 200,000 exceeds the statement timeout.
CREATE OR REPLACE FUNCTION portreeve_staff_enters_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[] := ARRAY(SELECT "conversation_id" FROM "conversation_members" WHERE "uid" = NEW."uid"
    ORDER BY "date" DESC, "conversation_id" DESC LIMIT 500);
BEGIN
  IF cardinality(ids) > 0 THEN
    PERFORM portreeve_enter_inbox(ids);
  END IF;
  IF cardinality(ids) = 500 THEN
    INSERT INTO "operations" ("id", "kind", "subject_kind", "subject_id")
      VALUES ('op_' || gen_random_uuid(), 'inbox.enter', 'staff', NEW."uid");
  END IF;
  RETURN NULL;
END
$$;
