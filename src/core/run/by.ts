/** Whether a person did it: beside a change stands `user:NAME`, a worker of the run (`main`, a child's id) or `host`. */
export const isPerson = (by: string): boolean => by === 'user' || by.startsWith('user:');
