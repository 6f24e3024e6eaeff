"""Compute level sets on several machines, with the engine's level steps as tasks of Dask.

Each level is stored in *shards*, which are files in a folder that all machines can access through
fsspec: a local folder, NFS or an object store. :mod:`shards <pegsolitaire.cluster.shards>` defines
the format of the shards, and reads and writes them. :mod:`tasks <pegsolitaire.cluster.tasks>`
contains the tasks of workers, each for one shard. :mod:`driver <pegsolitaire.cluster.driver>`
submits unfinished tasks, and recomputes lost files. :mod:`runner <pegsolitaire.cluster.runner>`
builds levels and counts paths with the same methods as the engine. It connects a cluster to
``WinningSets.build`` and ``count``.

Dask handles scheduling, transport and recovery, and fsspec handles storage. Both are installed
with the extra ``pegsolitaire[cluster]``, and only these modules import them.
"""
