-- An address as a value; null for any other text, as a failing cast would refuse the row.
CREATE FUNCTION portreeve_ip(source text) RETURNS inet LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED AS $$
BEGIN
  RETURN source::inet;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TABLE "value_list_items" (
	"id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"value" text NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"until" timestamp(3) with time zone,
	"subject_kind" text,
	"subject_id" text
);
--> statement-breakpoint
CREATE TABLE "value_lists" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "value_list_items" ADD CONSTRAINT "value_list_items_list_value_lists_name_fk" FOREIGN KEY ("list") REFERENCES "public"."value_lists"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "value_list_items_once" ON "value_list_items" USING btree ("list","key");--> statement-breakpoint
CREATE INDEX "value_list_items_newest" ON "value_list_items" USING btree ("list","at","id");--> statement-breakpoint
CREATE INDEX "value_list_items_of" ON "value_list_items" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "devices_by_id" ON "devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "users_by_ip" ON "users" USING btree (portreeve_ip(last_ip));