-- emailTemplates.list
select "template_name", "created_timestamp"
from "email_templates"
order by "email_templates"."template_name" asc;

-- emailTemplates.variables
select "name", "sample", "version"
from "email_variables"
order by "email_variables"."name" asc;
