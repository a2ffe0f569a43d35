CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"search" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_staff_uid_fk" FOREIGN KEY ("owner") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own" ON "saved_views" USING btree ("owner","list",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list","name") WHERE shared;--> statement-breakpoint
-- The views of the team inbox become views of any list: their filters are the part of the URL.
INSERT INTO "saved_views" ("id", "owner", "list", "name", "shared", "search")
SELECT "id", "owner", 'messages', "name", "shared",
  jsonb_strip_nulls(jsonb_build_object('view', "view", 'tag', "tag", 'account', "account", 'assignee', "assignee"))
FROM "inbox_views";
