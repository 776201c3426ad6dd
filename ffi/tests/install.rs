//! `make install` as the guide says it, in empty folders: what it puts there, programs that are built from it with
//! pkg-config and with CMake, and that nothing is left after `make uninstall`.
#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{
    abi_version, blocks, declared, ffi_dir, found, julia_name, library_dir, made_dir, make, output_path,
    root_dir, run, stdout,
};

/// An empty folder for a test.
fn empty_dir(name: &str) -> PathBuf {
    let path = output_path(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Everything in a folder and below, by paths that count from it; links and files alike.
fn contents(folder: &Path) -> BTreeSet<String> {
    let output = run(Command::new("find").arg(folder).args(["-mindepth", "1", "-printf", "%P\n"]));
    stdout(&output).lines().map(str::to_owned).collect()
}

/// Every tool that building and installing takes.
fn tools() -> bool {
    found("make") & found("ld") & found("objcopy") & found("nm") & found("gcc") && {
        made_dir();
        true
    }
}

/// Runs lines of the guide in this folder, as a newcomer with this home would.
fn shell(lines: &str, folder: &Path, home: &Path) -> Output {
    let in_home = |name: &str, folder: &str| {
        let default = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(folder);
        std::env::var_os(name).map_or_else(default, PathBuf::from)
    };
    // Where cargo builds, and what rustup and cargo have, stay what they are.
    let (cargo_home, rustup_home) = (in_home("CARGO_HOME", ".cargo"), in_home("RUSTUP_HOME", ".rustup"));
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", lines]).current_dir(folder).env("HOME", home);
    shell.env("CARGO_HOME", cargo_home).env("RUSTUP_HOME", rustup_home).env("CARGO", env!("CARGO"));
    shell.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap());
    let builds = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "MAKEFLAGS", "PREFIX", "DESTDIR"];
    for variable in builds.into_iter().chain(["LD_LIBRARY_PATH", "SGMCMC_LIBRARY"]) {
        shell.env_remove(variable);
    }
    run(&mut shell)
}

/// The guide's chapter from its first command to its last, and back.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn the_newcomers_path_leads_to_draws() {
    if !(tools() & found("pkg-config") & found("cmake") & found("cc")) {
        return;
    }
    let (home, folder) = (empty_dir("newcomer_home"), empty_dir("newcomer"));
    let [install, build, cmake] =
        blocks("docs/src/install.md", "Install", "sh").try_into().expect("three blocks of commands");
    let [program] = blocks("docs/src/install.md", "Install", "c").try_into().expect("one C program");
    let [lists] = blocks("docs/src/install.md", "Install", "cmake").try_into().expect("one CMakeLists.txt");
    fs::write(folder.join("my.c"), program).unwrap();
    fs::write(folder.join("CMakeLists.txt"), lists).unwrap();

    shell(&install, root_dir(), &home);
    let promised = build.lines().find_map(|line| line.strip_prefix("./my # ")).expect("what ./my prints");
    let printed = shell(&build, &folder, &home);
    assert_eq!(stdout(&printed), format!("{promised}\n{promised}\n"));
    for libraries in ["", " -DBUILD_SHARED_LIBS=OFF"] {
        let cmake = cmake.replace("cmake -S .", &format!("cmake -S .{libraries}"));
        let printed = shell(&cmake, &folder, &home);
        assert_eq!(stdout(&printed).lines().last(), Some(promised), "{libraries}");
        let needs = run(Command::new("readelf").arg("-d").arg(folder.join("build/my")));
        assert_eq!(stdout(&needs).contains("[libsgmcmc.so."), libraries.is_empty());
    }

    // In C++: the environment is that of the C program, the command that of its own section.
    if found("c++") {
        fs::write(folder.join("program.cpp"), &blocks("README.md", "From C++", "cpp")[0]).unwrap();
        let environment = build.lines().next().unwrap();
        let printed = shell(
            &format!("{environment}\n{}", blocks("docs/src/install.md", "In C++ and Julia", "sh")[0]),
            &folder,
            &home,
        );
        assert!(stdout(&printed).contains("theta   2.29"), "{printed:?}");
    }

    // In Julia: its package came with the library and knows where that is. Julia's own home stays what it is, too.
    if let Some(julia) = julia_name() {
        fs::write(folder.join("program.jl"), &blocks("README.md", "From Julia", "julia")[0]).unwrap();
        let own_home = std::env::var("HOME").unwrap_or_default();
        let command = &blocks("docs/src/install.md", "In C++ and Julia", "sh")[1];
        let printed = shell(
            &format!("julia() {{ HOME='{own_home}' command '{julia}' \"$@\"; }}\n{command}"),
            &folder,
            &home,
        );
        assert!(stdout(&printed).contains("theta   2.29"), "{printed:?}");
    }

    make(&["uninstall", &format!("PREFIX={}/sgmcmc", home.display())]);
    assert_eq!(contents(&home), BTreeSet::new(), "left behind");
}

/// The paths that every installation has, below its prefix.
fn expected(libdir: &str) -> BTreeSet<String> {
    let version = env!("CARGO_PKG_VERSION");
    let abi = abi_version();
    let headers = contents(&root_dir().join("include"));
    let mut files: Vec<String> = headers.iter().map(|header| format!("include/{header}")).collect();
    let libraries =
        ["libsgmcmc.a", "libsgmcmc.so", &format!("libsgmcmc.so.{abi}"), &format!("libsgmcmc.so.{version}")]
            .map(|name| format!("{libdir}/{name}"));
    files.extend(libraries);
    let sources = contents(&ffi_dir().join("julia/Sgmcmc/src")).into_iter().map(|file| format!("src/{file}"));
    let package = sources.chain(["Project.toml".to_owned(), format!("deps/libsgmcmc.so.{abi}")]);
    files.extend(package.map(|file| format!("share/sgmcmc/julia/Sgmcmc/{file}")));
    files.push(format!("{libdir}/pkgconfig/sgmcmc.pc"));
    files.extend(["", "-version"].map(|part| format!("{libdir}/cmake/sgmcmc/sgmcmc-config{part}.cmake")));
    files
        .extend(["APACHE", "MIT", "dependencies.txt"].map(|name| format!("share/doc/sgmcmc/LICENSE-{name}")));
    let pages = contents(&ffi_dir().join("../docs/src")).into_iter().filter(|file| file.ends_with(".md"));
    files.extend(pages.map(|page| format!("share/doc/sgmcmc/{page}")));
    files.push("share/sgmcmc/installed.txt".to_owned());
    let folders: Vec<String> = files
        .iter()
        .flat_map(|file| Path::new(file).ancestors().skip(1).map(|folder| folder.display().to_string()))
        .filter(|folder| !folder.is_empty())
        .collect();
    files.into_iter().chain(folders).collect()
}

/// A package: staged, with blanks in its path, libraries in a folder of their own; moved; installed over twice; and with a
/// file of somebody else's in it.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn packages_are_staged_and_moved() {
    if !(tools() & found("pkg-config") & found("cmake")) {
        return;
    }
    let stage = empty_dir("a stage");
    let destination = format!("DESTDIR={}", stage.display());
    let arguments = ["PREFIX=/opt/some where", "LIBDIR=/opt/some where/lib/one of many", &destination];
    let target = |name: &'static str| [&[name], arguments.as_slice()].concat();
    make(&target("install"));
    make(&target("install"));
    let below = |path: &str| stage.join("opt/some where").join(path);
    assert_eq!(contents(&below("")), expected("lib/one of many"));
    let config = fs::read_to_string(below("lib/one of many/pkgconfig/sgmcmc.pc")).unwrap();
    assert!(!config.contains("a stage") && config.contains("\nprefix=/opt/some\\ where\n"), "{config}");

    let mut query = Command::new("pkg-config");
    query.env("PKG_CONFIG_PATH", below("lib/one of many/pkgconfig")).args(["--cflags", "--libs", "sgmcmc"]);
    // Paths count from sgmcmc.pc where pkg-config cannot tell what the prefix is.
    let pkgconfig = below("lib/one of many/pkgconfig").display().to_string().replace(' ', "\\ ");
    let flags = format!("-I{pkgconfig}/../../../include -L{pkgconfig}/.. -lsgmcmc");
    for options in [vec![], vec!["--define-prefix"]] {
        assert_eq!(stdout(&run(query.args(options))).trim(), flags);
    }
    make(&["install", "PREFIX=/opt/o'brien's", &format!("DESTDIR={}", stage.display())]);
    let mut query = Command::new("pkg-config");
    query.env("PKG_CONFIG_PATH", stage.join("opt/o'brien's/lib/pkgconfig"));
    let flags = "-I/opt/o\\'brien\\'s/include -L/opt/o\\'brien\\'s/lib -lsgmcmc";
    assert_eq!(stdout(&run(query.args(["--cflags", "--libs", "sgmcmc"]))).trim(), flags);
    make(&["uninstall", "PREFIX=/opt/o'brien's", &format!("DESTDIR={}", stage.display())]);

    // The other way that a tree comes to another place.
    let moved = empty_dir("moved to");
    let at = moved.join("here");
    make(&["install", "PREFIX=/usr", &format!("DESTDIR={}/from", moved.display())]);
    fs::rename(moved.join("from/usr"), &at).unwrap();
    let mut query = Command::new("pkg-config");
    query.env("PKG_CONFIG_PATH", at.join("lib/pkgconfig")).args([
        "--define-prefix",
        "--cflags",
        "--libs",
        "sgmcmc",
    ]);
    let escaped = at.display().to_string().replace(' ', "\\ ");
    let flags = format!("-I{escaped}/include -L{escaped}/lib -lsgmcmc");
    assert_eq!(stdout(&run(&mut query)).trim(), flags);
    let project = moved.join("project");
    fs::create_dir(&project).unwrap();
    fs::write(project.join("my.c"), &blocks("docs/src/install.md", "Install", "c")[0]).unwrap();
    fs::write(project.join("CMakeLists.txt"), &blocks("docs/src/install.md", "Install", "cmake")[0]).unwrap();
    for (prefix, libraries, build) in [(&at, "lib", "by prefix"), (&below(""), "lib/one of many", "by stage")]
    {
        // A library folder of one's own is named, as for any package.
        let libraries = prefix.join(libraries);
        let mut cmake = Command::new("cmake");
        cmake.arg("-S").arg(&project).arg("-B").arg(project.join(build));
        run(cmake.arg(format!("-Dsgmcmc_DIR={}", libraries.join("cmake/sgmcmc").display())));
        run(Command::new("cmake").arg("--build").arg(project.join(build)));
        run(&mut Command::new(project.join(build).join("my")));
        // And Julia's package goes with the tree.
        let deps = prefix.join("share/sgmcmc/julia/Sgmcmc/deps");
        let link = deps.join(contents(&deps).first().unwrap());
        assert_eq!(link.canonicalize().unwrap(), libraries.join("libsgmcmc.so").canonicalize().unwrap());
    }

    fs::write(below("include/of_others.h"), "").unwrap();
    make(&target("uninstall"));
    let left = ["opt", "opt/some where", "opt/some where/include", "opt/some where/include/of_others.h"];
    assert_eq!(contents(&stage), left.map(str::to_owned).into());
}

/// CMake takes this version for the requests that it answers, and no other.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn cmake_versions_are_those_of_a_series() {
    if !(tools() & found("cmake")) {
        return;
    }
    let folder = empty_dir("versions");
    make(&["install", &format!("PREFIX={}/prefix", folder.display())]);
    let [major, minor] = ["CARGO_PKG_VERSION_MAJOR", "CARGO_PKG_VERSION_MINOR"]
        .map(|name| std::env::var(name).unwrap().parse::<u32>().unwrap());
    let own = env!("CARGO_PKG_VERSION");
    // Before 1.0 a minor version is a series of its own.
    let next_series = if major == 0 { format!("0.{}", minor + 1) } else { format!("{}.0", major + 1) };
    for (request, found) in [
        ("", true),
        (own, true),
        (&format!("{own} EXACT"), true),
        (&format!("{major}.{minor}"), true),
        (&format!("{major}.{minor}.99"), false),
        (&next_series, false),
        (&format!("{}", major + 1), false),
        (&format!("0.0...{own}"), true),
        (&format!("0.0...<{own}"), false),
        ("COMPONENTS other", false),
        ("OPTIONAL_COMPONENTS other", true),
    ] {
        let list = format!(
            "cmake_minimum_required(VERSION 3.19)\nproject(asks LANGUAGES C)\n\
             find_package(sgmcmc {request})\nmessage(STATUS \"found: ${{sgmcmc_FOUND}}\")\n"
        );
        fs::write(folder.join("CMakeLists.txt"), list).unwrap();
        let mut cmake = Command::new("cmake");
        cmake.arg("-S").arg(&folder).arg("-B").arg(folder.join("build"));
        let output = run(cmake.arg(format!("-DCMAKE_PREFIX_PATH={}/prefix", folder.display())));
        let _ = fs::remove_dir_all(folder.join("build"));
        assert_eq!(stdout(&output).contains("found: 1"), found, "find_package(sgmcmc {request})");
    }
}

/// The names that `nm` lists with these options.
fn names(file: &Path, options: &[&str]) -> BTreeSet<String> {
    let output = run(Command::new("nm").arg("--format=posix").args(options).arg(file));
    let lines = stdout(&output).lines().filter(|line| !line.ends_with(':'));
    lines.filter_map(|line| line.split(['@', ' ']).next()).map(str::to_owned).collect()
}

/// Of every way of building it: only the header's functions can be seen, and only libc is needed.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn libraries_show_the_header_and_need_libc() {
    if !(tools() & found("readelf")) {
        return;
    }
    make(&["SIMD=baseline"]);
    let baseline = made_dir().parent().unwrap().join("baseline");
    for folder in [made_dir(), &baseline] {
        let [shared, archive] = ["libsgmcmc.so", "libsgmcmc.a"].map(|name| folder.join(name));
        let version = format!("SGMCMC_{}", abi_version());
        let versioned = declared().into_iter().chain([version]).collect();
        assert_eq!(names(&shared, &["--dynamic", "--defined-only"]), versioned);
        assert_eq!(names(&archive, &["--extern-only", "--defined-only"]), declared());
        // libgcc.a, or its like, has the constant of the processor.
        let known: BTreeSet<_> = ["memcpy", "memmove", "memset", "memcmp", "bcmp", "__cpu_model"].into();
        let unknown: Vec<_> = names(&archive, &["--undefined-only"])
            .into_iter()
            .filter(|name| !known.contains(&**name))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        let dynamic = run(Command::new("readelf").arg("-d").arg(&shared));
        let needed: Vec<_> = stdout(&dynamic).lines().filter(|line| line.contains("(NEEDED)")).collect();
        assert!(matches!(needed[..], [libc] if libc.contains("[libc.so.")), "{needed:?}");
    }
    let [several, one] =
        [made_dir(), &baseline].map(|folder| fs::metadata(folder.join("libsgmcmc.so")).unwrap().len());
    assert!(
        one < several || !cfg!(target_arch = "x86_64"),
        "a baseline build of {one} bytes, one for all of {several}"
    );
}

/// A host and a plug-in that have a library each call their own, linked either way, though the host exports all that it
/// can: the other library here is a function of the same name that gives another number.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn a_plug_in_and_its_host_have_their_own() {
    if !tools() {
        return;
    }
    let (folder, c) = (empty_dir("plug-in"), ffi_dir().join("tests/c/plug_in"));
    let compile = |arguments: &[&str]| {
        let mut gcc = Command::new("gcc");
        gcc.args(["-O2", "-fPIC", "-I"]).arg(root_dir().join("include")).current_dir(&folder);
        run(gcc.args(arguments));
    };
    let [host, plug_in, other] =
        ["host.c", "plug_in.c", "other.c"].map(|name| c.join(name).display().to_string());
    let own = made_dir().join("libsgmcmc.a").display().to_string();
    let shared = made_dir().join("libsgmcmc.so").display().to_string();
    let (rpath, map) = (format!("-Wl,-rpath,{}", made_dir().display()), "-Wl,--version-script=other.map");
    fs::write(folder.join("other.map"), "SGMCMC_99 { global: sgmcmc_*; local: *; };").unwrap();
    compile(&["-shared", "-Wl,-soname,libsgmcmc.so.99", map, &other, "-o", "libsgmcmc.so.99"]);
    // The loader knows the library by its soname.
    let _ = fs::remove_file(folder.join(format!("libsgmcmc.so.{}", abi_version())));
    std::os::unix::fs::symlink(&shared, folder.join(format!("libsgmcmc.so.{}", abi_version()))).unwrap();
    let here = format!("-Wl,-rpath,{}", folder.display());
    let cargos = library_dir().join("libsgmcmc.a").display().to_string();
    let abi = abi_version();
    let libraries = [
        (vec![&*own], vec![&*other]),
        (vec![&*shared], vec!["libsgmcmc.so.99"]),
        (vec![&*cargos, "-Wl,--exclude-libs,libsgmcmc.a"], vec![&*other]),
    ];
    for (kind, (own, other)) in libraries.iter().enumerate() {
        for (host_has, plug_in_has, promised) in
            [(other, own, format!("99 {abi}\n")), (own, other, format!("{abi} 99\n"))]
        {
            compile(&[&["-rdynamic", &*host, "-o", "host", &here, &rpath, "-ldl"][..], host_has].concat());
            compile(&[&["-shared", &*plug_in, "-o", "plug_in.so", &here, &rpath][..], plug_in_has].concat());
            let printed = run(Command::new(folder.join("host")).arg(folder.join("plug_in.so")));
            assert_eq!(stdout(&printed), promised, "libraries of kind {kind}");
        }
    }
}
