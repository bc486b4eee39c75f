"""The tree that the project ships: every method says what it must, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog


@cache
def catalog() -> Catalog:
    return tree.load()


def test_there_are_eight_languages_these_stacks_and_these_jobs() -> None:
    kits = catalog().kits
    assert sorted(name for name, kit in kits.items() if not kit.like) == [
        *("c", "cpp", "go", "java", "javascript", "php", "python", "rust")
    ]
    assert {name for name, kit in kits.items() if kit.like} == {*NAMES["serve"], *FLOORS_ALONE}
    assert sorted(catalog().jobs) == sorted(NAMES)


def test_a_stack_has_a_methods_folder_or_floors_and_names_a_language_only_if_it_runs_programs() -> None:
    for name, kit in catalog().kits.items():
        if kit.like:
            assert bool(kit.program_language) is (name in NAMES["serve"]), name
            assert any(floor.language == name for floor in catalog().floors_of("serve")) is (name in FLOORS_ALONE), name


#: The names that issue 2 gives, and later ones; a method that is missing or called otherwise fails here.
NAMES = {
    "deliver": {
        "php": "readfile fpassthru stream_copy_to_stream fread_1k fread_8k fread_64k file_get_contents "
        "readfile_output_buffered spl_file_object readfile_wrapper fpassthru_wrapper stream_copy_to_stream_4m",
        "c": "read_write_64k read_write_1m sendfile splice mmap_write",
        "cpp": "ifstream_rdbuf ifstream_read_64k",
        "python": "read_write_64k copyfileobj sendfile mmap_write",
        "go": "io_copy copy_32k read_write_64k read_file copy_8k",
        "java": "channel_transfer_to files_copy read_all_bytes read_write_64k read_write_8k transfer_to",
        "javascript": "pipe for_await read_file_sync read_write_64k pipeline",
        "rust": "io_copy copy_8k read_write_64k read_file sendfile",
    },
    "copy": {
        "php": "copy stream_copy_to_stream fread_fwrite file_put_contents symfony_filesystem",
        "c": "sendfile copy_file_range read_write",
        "cpp": "filesystem_copy_file fstream_rdbuf",
        "python": "shutil_copyfile shutil_copy shutil_copyfile_fsync copyfileobj read_write sendfile copy_file_range",
        "go": "io_copy read_write read_file",
        "java": "channel_transfer_to files_copy files_copy_attributes read_all_bytes read_write transfer_to commons_io "
        "guava",
        "javascript": "copy_file_sync promises_copy_file pipeline read_write read_file_sync fs_extra",
        "rust": "fs_copy io_copy read_write read_file fs_err",
    },
    "deliver_tree": {
        "php": "iterator_readfile iterator_fpassthru iterator_file_get_contents readdir_readfile scandir_readfile "
        "glob_readfile",
        "c": "nftw_sendfile readdir_sendfile readdir_read_write",
        "cpp": "recursive_iterator_rdbuf",
        "python": "walk_copyfileobj scandir_sendfile scandir_read_write rglob_copyfileobj",
        "go": "walk_dir_io_copy read_dir_read_file",
        "java": "walk_file_tree_read_all_bytes walk_files_copy",
        "javascript": "readdir_read_file opendir_for_await",
        "rust": "read_dir_io_copy read_dir_read_file",
    },
    "append_many": {
        "php": "keep_all_open reopen_each file_put_contents keep_recent gather",
        "c": "keep_all_open reopen_each keep_recent keep_until_full",
        "cpp": "ofstream_keep_all_open ofstream_reopen_each",
        "python": "keep_all_open reopen_each keep_recent gather",
        "go": "keep_all_open reopen_each gather",
        "java": "gather keep_all_open reopen_each",
        "javascript": "keep_all_open append_file_sync keep_recent gather",
        "rust": "keep_all_open reopen_each gather",
    },
    "create": {
        "php": "file_put_contents fopen_fwrite rename fsync fsync_rename symfony_filesystem",
        "c": "open_write openat_write openat_syncfs openat_fsync renameat fsync_renameat",
        "cpp": "ofstream ofstream_rename",
        "python": "open_write path_write_bytes os_open replace fsync_replace",
        "go": "write_file rename sync_rename natefinch_atomic renameio",
        "java": "files_write rename sync_rename commons_io",
        "javascript": "write_file_sync promises_write_file promises_write_file_together rename fsync_rename fs_extra "
        "graceful_fs write_file_atomic",
        "rust": "write_file rename sync_rename tempfile",
    },
    "blobs": {
        "php": "files packed",
        "c": "files packed sqlite",
        "cpp": "files packed",
        "python": "files packed sqlite sqlite_blobopen sqlite_each sqlite_mmap zipfile",
        "go": "files packed zip",
        "java": "files packed zip_file",
        "javascript": "files packed",
        "rust": "files packed",
    },
    "tail": {
        "php": "fgets_ring file file_get_contents_strrpos fseek_back spl_file_object_seek",
        "c": "fseek_back getline_ring mmap_memrchr pread_back read_whole",
        "cpp": "getline_ring read_whole seekg_back",
        "python": "deque deque_binary file_read_backwards mmap_rfind readlines seek_back",
        "go": "mmap read_at_back read_at_back_crlf read_file scanner_ring",
        "java": "file_channel_back file_channel_back_lines read_all_lines read_line_deque",
        "javascript": "file_handle_back read_file_sync_split read_last_lines read_sync_back read_sync_back_split "
        "readline_ring",
        "rust": "fs_read lines_ring memmap2 read_exact_at_back read_exact_at_back_lines rev_buf_reader",
    },
    "transform": {
        "php": "stream_filter_builtin stream_filter_user fread_loop fread_loop_1k fread_loop_8k fgets_loop "
        "file_get_contents",
        "c": "read_loop mmap_loop",
        "python": "read_loop",
        "go": "read_loop",
        "java": "read_loop",
        "javascript": "read_loop for_await",
        "rust": "read_loop",
        "cpp": "read_loop",
    },
    "append": {
        "php": "keep_open reopen file_put_contents flock_each nonblocking_flock_each error_log keep_open_truncate "
        "monolog flock_whole file_put_contents_lock_ex spl_file_object batched fdatasync_each fdatasync_end "
        "fdatasync_batch flock_fdatasync_each",
        "c": "write_keep_open write_reopen fwrite_flush_each fwrite_buffered flock_each writev_batched "
        "write_fdatasync_each write_fdatasync_end write_fdatasync_batch write_o_dsync one_write_fdatasync "
        "fwrite_buffered_64k pwritev2",
        "cpp": "ofstream_flush_each ofstream_reopen ofstream_buffered spdlog fmt_print",
        "python": "os_write file_flush_each file_reopen logging_file_handler logging_watched_file_handler loguru "
        "flock_each fdatasync_each fdatasync_end aiofiles portalocker file_buffered",
        "go": "write reopen bufio bufio_64k bufio_flush_each flock_each sync_each sync_end zap flock lumberjack",
        "java": "buffered_output_stream buffered_output_stream_64k buffered_output_stream_flush_each file_channel "
        "file_output_stream files_write lock_each logback sync_each sync_end commons_io guava "
        "buffered_writer_flush_each",
        "javascript": "write_sync append_file_sync append_file_sync_open promises_append_file file_handle_append "
        "create_write_stream batched fdatasync_each fdatasync_end sonic_boom",
        "rust": "write reopen buf_writer buf_writer_64k buf_writer_flush_each flock_each sync_each sync_end fs2",
    },
    "list": {
        "php": "directory_iterator directory_iterator_as_published readdir scandir scandir_unsorted glob glob_unsorted "
        "filesystem_iterator symfony_finder recursive_directory_iterator",
        "c": "readdir scandir_sorted getdents_32k getdents_1m fts",
        "cpp": "directory_iterator directory_iterator_sorted",
        "python": "listdir scandir iterdir glob walk listdir_isdir listdir_stat scandir_is_dir scandir_stat",
        "go": "read_dir read_dir_unsorted readdirnames glob godirwalk walk_dir doublestar",
        "java": "directory_stream file_list file_list_sorted files_list files_list_sorted files_walk",
        "javascript": "readdir_sync readdir_sync_types readdir_sync_stat opendir_sync promises_readdir fast_glob glob",
        "rust": "read_dir read_dir_names read_dir_sorted read_dir_names_sorted walkdir glob ignore",
    },
    "lines": {
        "php": "explode fgets file foreach_spl_file_object fread_strpos generator spl_file_object stream_get_line",
        "c": "fgets getc_unlocked getline mmap_memchr read_memchr",
        "cpp": "boost_interprocess cin_no_sync cin_sync getline getline_buffer read_find",
        "python": "aiofiles binary fileinput mmap_readline read_find read_split readlines splitlines text text_newline",
        "go": "bytes_lines mmap read_index_byte read_line read_slice read_string scanner scanner_buffer scanner_text "
        "strings_split",
        "java": "commons_io file_reader files_lines guava latin_1 mapped_buffer random_access_file read_64k "
        "read_all_lines read_line scanner string_lines",
        "javascript": "file_handle_read_lines n_readlines promises_read_file_split read_file_sync_split "
        "read_sync_index_of readline_events readline_for_await split2 stream_split",
        "rust": "bstr fs_read_split lines memmap2 read_find_byte read_line read_to_string read_until split",
    },
    "log": {
        "php": "by_hand error_log monolog monolog_buffered monolog_json write",
        "c": "by_hand fprintf_buffered fprintf_flush write",
        "cpp": "by_hand spdlog spdlog_async spdlog_buffered write",
        "python": "by_hand logging logging_buffered logging_queue loguru structlog write",
        "go": "by_hand log log_buffered slog_json slog_text write zap zap_buffered zerolog",
        "java": "by_hand java_util_logging log4j2 log4j2_async log4j2_async_logger log4j2_buffered logback "
        "logback_async write",
        "javascript": "by_hand console pino pino_async winston write",
        "rust": "by_hand env_logger fern tracing tracing_non_blocking write",
    },
    "random": {
        "php": "file_get_contents fseek_fread fseek_fread_unbuffered",
        "c": "fseek_fread io_uring lseek_read mmap mmap_random mmap_threads pread pread_direct pread_random "
        "pread_threads preadv",
        "cpp": "boost_interprocess ifstream ifstream_unbuffered",
        "python": "mmap_random mmap_slice pread preadv seek_read seek_read_unbuffered",
        "go": "mmap read_at read_at_goroutines seek_read_full",
        "java": "file_channel file_channel_direct file_channel_threads mapped_buffer random_access_file",
        "javascript": "file_handle_read file_handle_read_together read_sync",
        "rust": "buf_reader memmap2 memmap2_random read_exact_at read_exact_at_threads seek_read_exact",
    },
    "replace": {
        "php": "file_put_contents file_put_contents_lock_ex fsync_rename fwrite_fsync fwrite_over rename "
        "symfony_filesystem tempnam_rename unlink_rename",
        "c": "flock_write fsync_rename fsync_rename_fsync mkstemp_rename open_trunc rename unlink_rename unlink_write "
        "write_fsync write_over",
        "cpp": "fstream_over ofstream ofstream_rename remove_rename",
        "python": "boltons flock_write fsync_replace fsync_replace_fsync named_temporary_file open_write os_replace "
        "path_write_bytes remove_rename write_fsync write_over",
        "go": "create_temp natefinch_atomic remove_rename rename renameio sync_rename sync_rename_sync write_file "
        "write_over",
        "java": "create_temp_file delete_move files_write force_move force_move_force rename write_over",
        "javascript": "atomically fsync_rename fsync_rename_fsync promises_rename promises_write_file rename "
        "unlink_rename write_file_atomic write_file_sync write_over",
        "rust": "fs_write remove_rename rename sync_rename sync_rename_sync tempfile write_over",
    },
    "scan": {
        "c": "read_record read_64k read_1m fread_default fread_4k fread_32m fread_whole mmap mmap_shared mmap_populate "
        "mmap_random mmap_sequential fread_unlocked read_1m_direct read_1m_fadvise io_uring",
        "cpp": "ifstream ifstream_64k fread_default boost_interprocess",
        "python": "readinto_1m mmap numpy_fromfile numpy_memmap array_frombytes struct_iter_unpack struct_unpack_from",
        "go": "read_file read_1m bufio mmap mmap_go read_at_1m",
        "java": "data_input_stream file_channel_1m file_channel_direct_1m mapped_byte_buffer read_all_bytes",
        "javascript": "read_sync_1m read_file_sync create_read_stream",
        "php": "fread_64k file_get_contents",
        "rust": "read_file read_1m buf_reader buf_reader_bytes file_bytes mmap memmap2",
    },
    "serve": {
        "nginx_fpm": "readfile fpassthru fread_1k fread_8k file_get_contents readfile_output_buffered "
        "readfile_unspooled x_accel_redirect",
        "apache_fpm": "readfile x_sendfile",
        "lighttpd_fpm": "readfile x_sendfile",
        "caddy_fpm": "readfile x_accel_redirect",
        "go_http": "io_copy read_file serve_file",
        "axum": "read reader_stream serve_file",
        "jetty": "content_copy resource_handler",
        "netty": "chunked_file file_region",
        "gunicorn": "flask_send_file read_whole wsgi_file_wrapper",
        "java_http": "files_copy read_64k read_all_bytes",
        "uvicorn": "starlette_file_response",
        "aiohttp": "file_response",
        "node_http": "create_read_stream express fastify read_file",
    },
    "empty": {language: "nothing" for language in ("c", "cpp", "go", "java", "javascript", "php", "python", "rust")},
    "load": {
        "php": "file_get_contents fread_filesize spl_file_object stream_get_contents",
        "c": "fread fread_size io_uring mmap read",
        "cpp": "ifstream istreambuf_iterator rdbuf read",
        "python": "aiofiles anyio asyncio_to_thread open_read open_unbuffered os_read path_read_bytes threads",
        "go": "afero errgroup goroutines read_all read_file",
        "java": "commons_io file_channel file_input_stream parallel_stream read_all_bytes thread_pool",
        "javascript": "graceful_fs p_limit promises_read_file promises_read_file_all "
        "promises_read_file_together read_file read_file_each read_file_sync",
        "rust": "fs_read rayon read_to_end spawn_blocking threads tokio_fs tokio_fs_together",
    },
    "stat": {
        "php": "file_exists file_exists_filesize is_file is_file_uncached is_readable spl_file_info stat "
        "symfony_filesystem",
        "c": "access fopen fstatat io_uring lstat stat statx",
        "cpp": "file_size filesystem_exists filesystem_exists_error_code ifstream stat",
        "python": "aiofiles os_access os_path_exists os_path_getsize os_path_isfile os_path_lexists os_stat "
        "path_exists path_stat scandir",
        "go": "access afero goroutines os_lstat os_stat os_stat_nil read_dir",
        "java": "file_exists file_length files_exists parallel_stream read_attributes read_attributes_no_follow",
        "javascript": "access_sync exists_sync fs_extra promises_stat promises_stat_all stat_sync stat_sync_catch",
        "rust": "is_file metadata path_exists rayon rustix_statat symlink_metadata try_exists",
    },
    "walk": {
        "php": "glob readdir recursive_iterator recursive_iterator_catch scandir symfony_finder",
        "c": "fts nftw readdir readdir_fstatat",
        "cpp": "recursive_directory_iterator recursive_directory_iterator_types skip_permission_denied",
        "python": "os_fwalk os_walk os_walk_no_onerror path_rglob scandir scandir_rs scandir_types",
        "go": "fastwalk godirwalk godirwalk_types read_dir walk walk_dir walk_dir_types",
        "java": "directory_stream files_find files_walk guava list_files walk_file_tree",
        "javascript": "fast_glob fdir glob opendir promises_readdir promises_readdir_all readdir_recursive "
        "readdir_sync readdir_sync_types readdirp",
        "rust": "ignore jwalk read_dir read_dir_types tokio_fs tokio_fs_together walkdir",
    },
    "remove": {
        "php": "recursive_iterator scandir symfony_filesystem",
        "c": "fts nftw unlinkat",
        "cpp": "directory_iterator filesystem_remove_all",
        "python": "os_walk rmtree_threads shutil_rmtree shutil_rmtree_ignore",
        "go": "errgroup read_dir remove_all root_remove_all",
        "java": "commons_io file_delete files_walk guava walk_file_tree",
        "javascript": "fs_extra promises_rm rimraf rimraf_sync rm_sync unlink_sync",
        "rust": "remove_dir_all remove_dir_all_crate walkdir",
    },
    "copy_tree": {
        "php": "recursive_iterator scandir symfony_filesystem",
        "c": "nftw openat",
        "cpp": "filesystem_copy filesystem_copy_follow",
        "python": "copytree_threads scandir shutil_copytree shutil_copytree_copyfile shutil_copytree_symlinks",
        "go": "copy_fs errgroup otiai10_copy walk_dir",
        "java": "commons_io files_walk walk_file_tree",
        "javascript": "copy_file_sync cp_sync cp_sync_verbatim fs_extra promises_cp",
        "rust": "fs_copy fs_extra walkdir",
    },
}


#: Stacks that no program runs in: what they send by themselves is a floor.
FLOORS_ALONE = ("apache", "c_server", "caddy", "lighttpd", "nginx")


@pytest.mark.parametrize("job", NAMES)
def test_every_job_has_its_methods(job: str) -> None:
    expected = {f"{language}/{name}" for language, names in NAMES[job].items() for name in names.split()}
    assert {method.arm for method in catalog().methods_of(job)} == expected


def test_every_method_says_when_to_use_it_and_declares_all_guarantees() -> None:
    for (job, arm), method in catalog().methods.items():
        assert method.when or job == "empty", f"{job} {arm} does not say when to use it"
        assert set(method.guarantees) == set(catalog().jobs[job].guarantees), f"{job} {arm}"


@pytest.mark.parametrize(
    ("modules", "heavy"),
    [
        # Files are read by pydantic, which each command that reads some takes for its records too.
        ("tree find_study narrowed_study adhoc_study adjusted_study", ("numpy", "scipy")),
        ("catalog find_study", ("numpy", "pydantic", "scipy")),
    ],
)
def test_importing_the_catalog_brings_in_nothing_that_takes_long(modules: str, heavy: tuple[str, ...]) -> None:
    imports = ", ".join(f"iotrial.ask.{name}" for name in modules.split())
    code = f"import sys, {imports}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment())
    assert done.stdout.strip() == "[]"


def _environment() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(sys.path)}
