/** The format of the baked database; raised by one when the tables change in a way that older code cannot read. */
export const FORMAT = 11
