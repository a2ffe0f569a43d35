// Why a live feed does not open, beside a lost connection.

/** The server has no live feed: the page works without one. */
export class NoFeed extends Error {}

/** This person may not read one of the topics. */
export class Refused extends Error {}

/** The position came from another server: the stream has to start without one. */
export class UnknownPosition extends Error {}
