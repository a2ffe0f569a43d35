CREATE TABLE "roles" (
	"name" text PRIMARY KEY NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"refund_alone" bigint,
	"refund_alone_day" bigint,
	"waiting" jsonb,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
INSERT INTO roles (name, built_in) VALUES ('admin', true), ('moderator', true), ('support', true), ('finance', true);--> statement-breakpoint
ALTER TABLE "provider_roles" ADD CONSTRAINT "provider_roles_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "second_factor_roles" ADD CONSTRAINT "second_factor_roles_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE no action ON UPDATE cascade;