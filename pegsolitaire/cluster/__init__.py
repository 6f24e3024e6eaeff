"""Build level sets on several machines, with the level steps as tasks of a Dask cluster.

A level is stored in *shards*: files in a folder that all machines can access through fsspec (a
local folder, NFS, an object store). :mod:`pegsolitaire.cluster.shards` defines, reads and writes
shards. :mod:`pegsolitaire.cluster.tasks` has the tasks of the workers, one shard at a time.
:mod:`pegsolitaire.cluster.driver` submits the missing tasks and recovers lost shards.
:mod:`pegsolitaire.cluster.runner` builds levels and counts paths with the methods of the engine,
and lets ``WinningSets.build`` and ``count_solutions`` use a cluster.

Dask provides scheduling, transport and recovery, and fsspec provides storage. Both come with the
extra ``pegsolitaire[cluster]``, and only these modules import them.
"""
