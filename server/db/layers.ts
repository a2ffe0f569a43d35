/**
 * The folders whose `program` holds functions, views and triggers of the database (server/LAYER/program/*.sql), in the order in
 * which they are applied: a file may use what an earlier folder, or an earlier name in its folder, makes.
 */
export const layers = ['core', 'staff', 'people', 'listings', 'money', 'conversations', 'desk', 'marketplace']
