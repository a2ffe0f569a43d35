DROP INDEX "conversation_members_of";--> statement-breakpoint
DROP INDEX "messages_of";--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "date" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "conversation_members_newest" ON "conversation_members" USING btree ("uid","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("uid","read" DESC NULLS FIRST,"date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_name" ON "conversation_members" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "messages_of" ON "messages" USING btree ("conversation_id","date","id");--> statement-breakpoint
UPDATE "conversation_members" m SET "date" = c."date" FROM "conversations" c WHERE c."id" = m."conversation_id";--> statement-breakpoint
-- An inbox is read newest first by its own index: each member has the conversation's date.
CREATE FUNCTION portreeve_member_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."date" := (SELECT "date" FROM "conversations" WHERE "id" = NEW."conversation_id");
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER conversation_members_date BEFORE INSERT ON "conversation_members"
  FOR EACH ROW EXECUTE FUNCTION portreeve_member_date();--> statement-breakpoint
CREATE FUNCTION portreeve_conversation_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "conversation_members" SET "date" = NEW."date" WHERE "conversation_id" = NEW."id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER conversations_date AFTER UPDATE OF "date" ON "conversations"
  FOR EACH ROW WHEN (OLD."date" IS DISTINCT FROM NEW."date") EXECUTE FUNCTION portreeve_conversation_date();
