/** A link that opens a new tab: what would be loaded ahead here would not be there. */
export const newTab = { target: '_blank', rel: 'noopener noreferrer', preload: false } as const
