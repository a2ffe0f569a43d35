CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_uid" text NOT NULL,
	"what" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"by" text,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("staff_uid","what","subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_of" ON "notifications" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("staff_uid","at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("staff_uid") WHERE read_at is null;--> statement-breakpoint
INSERT INTO "notifications" ("staff_uid", "what", "subject_kind", "subject_id", "at", "read_at")
  SELECT "staff_uid", 'mentioned', "subject_kind", "subject_id", "at", "seen_at" FROM "mentions";--> statement-breakpoint
-- Publishes new notifications one by one, and for each staff member once that some are read.
CREATE FUNCTION portreeve_publish_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "live_events" ("topic", "payload", "until")
    SELECT 'notifications/' || n."staff_uid", jsonb_build_object('what', n."what", 'kind', n."subject_kind", 'id', n."subject_id",
      'by', n."by", 'name', (SELECT coalesce(s."display_name", s."email") FROM "staff" s WHERE s."uid" = n."by")), now() + interval '60 seconds'
    FROM changed n WHERE n."read_at" IS NULL
    UNION ALL
    SELECT DISTINCT 'notifications/' || n."staff_uid", '{"what": "read"}'::jsonb, now() + interval '60 seconds'
    FROM changed n WHERE n."read_at" IS NOT NULL;
  IF FOUND THEN PERFORM pg_notify('portreeve_live', ''); END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER notifications_published AFTER INSERT ON "notifications" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION portreeve_publish_notifications();--> statement-breakpoint
CREATE TRIGGER notifications_renewed AFTER UPDATE ON "notifications" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION portreeve_publish_notifications();
