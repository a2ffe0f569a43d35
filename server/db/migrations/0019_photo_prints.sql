CREATE TABLE "photo_prints" (
	"post_key" text NOT NULL,
	"photo" text NOT NULL,
	"print" text,
	"decided" boolean NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now(),
	"attempts" smallint DEFAULT 0 NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "photo_prints_post_key_photo_pk" PRIMARY KEY("post_key","photo")
);
--> statement-breakpoint
ALTER TABLE "photo_prints" ADD CONSTRAINT "photo_prints_post_key_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."posts"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_prints_due" ON "photo_prints" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_1" ON "photo_prints" USING btree ((substr(print, 1, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_2" ON "photo_prints" USING btree ((substr(print, 5, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_3" ON "photo_prints" USING btree ((substr(print, 9, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_4" ON "photo_prints" USING btree ((substr(print, 13, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
INSERT INTO "photo_prints" ("post_key", "photo", "decided") SELECT DISTINCT "key", first.photo, "review_state" <> 'pending' FROM "posts", LATERAL (SELECT photo FROM jsonb_array_elements_text("photos_url") photo LIMIT 4) first WHERE "deleted_at" IS NULL AND first.photo <> '' AND ("review_state" = 'pending' OR EXISTS (SELECT FROM "listing_reports" WHERE "post_key" = "posts"."key" AND "status" = 'open'));
