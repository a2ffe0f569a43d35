ALTER TABLE "desk_days" ADD COLUMN "class" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_moves" ADD COLUMN "class" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_days" DROP CONSTRAINT "desk_days_day_kind_by_bucket_pk";--> statement-breakpoint
ALTER TABLE "desk_days" ADD CONSTRAINT "desk_days_day_kind_class_by_bucket_pk" PRIMARY KEY("day","kind","class","by","bucket");
